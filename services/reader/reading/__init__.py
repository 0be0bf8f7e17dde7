"""Pages, however they were read, become a reading: planned in ranges, assembled, judged, noticed, sent in parts."""

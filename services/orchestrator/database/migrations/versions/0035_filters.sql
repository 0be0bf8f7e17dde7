create view kept_filter_view as select * from session_filters;
grant select, insert, update, delete on session_filters to pensum_orchestrator;
grant select on kept_filter_view to pensum_orchestrator, pensum_gateway;

-- A concept builds on those that come earlier and that its definition names: what its passage mentions beside it may be
-- anything, and what has no definition is not said to build on something.
create or replace view concept_relationships as
select b.session_id, b.tenant_id, b.user_id, b.concept, a.concept as prerequisite, 'prerequisite' as relationship
from concept_place_view b join concept_place_view a on a.session_id = b.session_id and a.ordinal < b.ordinal
where a.concept <> b.concept and names_concept(b.definition, a.concept);

-- Two devices or tabs may write the same draft: a save names the version that it replaces, and another is refused.
alter table ticket_drafts add column version uuid not null default gen_random_uuid();
grant update (version) on ticket_drafts to stodpunkt_app;

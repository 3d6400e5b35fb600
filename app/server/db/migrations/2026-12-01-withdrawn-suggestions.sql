-- What someone suggests in a draft they may withdraw while it is open, without the right to write in it.
create policy withdrawn on proposed_changes for delete
  using (message_id is null and state in ('proposed', 'gone') and made_by = (select stet_user())
    and exists (select 1 from drafts where drafts.id = draft_id
      and drafts.project_id = any ((select stet_proposable_projects())::uuid[])));

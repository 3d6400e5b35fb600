-- Whoever proves an account's address owns it. What was added before that may be another's: an account can be made with
-- anybody's address. So the proof, however it comes, takes away every sign-in method that was added, and the keys made.
-- What the account was made with stays; a new password by letter replaces that as well (server/data/recovery.ts).

create function drop_methods_before_proof() returns trigger language plpgsql as $$
begin
  delete from passkeys where user_id = new.id;
  delete from "twoFactor" where "userId" = new.id;
  update api_keys set revoked_at = now() where created_by = new.id and revoked_at is null;
  delete from account added where added."userId" = new.id and added."providerId" <> 'credential'
    and exists (select 1 from account made where made."userId" = new.id and (made."createdAt", made.id) < (added."createdAt", added.id));
  new."twoFactorEnabled" := false;
  return new;
end $$;
create trigger address_proven before update of "emailVerified" on "user" for each row
  when (not old."emailVerified" and new."emailVerified") execute function drop_methods_before_proof();

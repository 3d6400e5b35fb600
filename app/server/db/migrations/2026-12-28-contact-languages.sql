-- What languages a contact is written and spoken to in.
update contacts set fields = fields || '{"languages": []}' where not fields ? 'languages';
update contacts set fields_before = fields_before || '{"languages": []}'
  where fields_before is not null and not fields_before ? 'languages';

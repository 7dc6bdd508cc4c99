// Holds a program at a chosen SQL command on its embedded database, for tests that kill it there. The command waits until the
// server is stopped, so that no test depends on timing.
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { layout } from '../embedded/watchdog-protocol.ts'

const conditionFile = (dataDir: string) => join(dataDir, 'hold')
const HELD = 'held for a test'

/**
 * Installs the triggers that `holdWhen` needs. They read the condition from the data folder when a command begins and ends, so
 * that each copy of the folder has its own condition.
 */
export async function installHolds(superuser: pg.Client) {
  await superuser.query(`
    create schema hold;
    create function hold.applied() returns text language plpgsql security definer as $$
    declare name text;
    begin
      if to_regclass('stodpunkt.migrations') is null then return null; end if;
      execute 'select max(name) from stodpunkt.migrations' into name;
      return name;
    end $$;
    create function hold.has_customers() returns boolean language plpgsql security definer as $$
    declare has_any boolean;
    begin
      if to_regclass('stodpunkt.customers') is null then return false; end if;
      execute 'select exists (select from stodpunkt.customers)' into has_any;
      return has_any;
    end $$;
    create function hold.check_moment(event text, command text) returns void language plpgsql security definer as $$
    declare
      condition constant text := pg_read_file(current_setting('data_directory') || '/../hold', 0, 10000, true);
      is_reached boolean;
    begin
      if condition is null then return; end if;
      execute 'select ' || condition into is_reached using event, command;
      if is_reached then
        raise log '${HELD}';
        perform pg_sleep(3600);
      end if;
    end $$;
    create function hold.on_command() returns event_trigger language plpgsql as $$
    begin
      perform hold.check_moment(tg_event, tg_tag);
    end $$;
    create function hold.on_migration() returns trigger language plpgsql as $$
    begin
      perform hold.check_moment('applied', new.name);
      return null;
    end $$;
    grant usage on schema hold to public;
    create event trigger hold_begin on ddl_command_start execute function hold.on_command();
    create event trigger hold_end on ddl_command_end execute function hold.on_command()`)
}

/** Also holds after a migration has been recorded as applied, before it is committed. */
export const holdApplied = (superuser: pg.Client) =>
  superuser.query(
    'create trigger hold after insert on stodpunkt.migrations for each row execute function hold.on_migration()',
  )

/**
 * An SQL condition with $1, 'ddl_command_start', 'ddl_command_end' or 'applied', and $2, the command's tag or the migration. It
 * may call `hold.applied()`, the last recorded migration, and `hold.has_customers()`.
 */
export const holdWhen = (dataDir: string, condition: string) => writeFileSync(conditionFile(dataDir), condition)

export const holdNoMore = (dataDir: string) => rmSync(conditionFile(dataDir))

export function isHeld(dataDir: string) {
  const log = join(dataDir, layout.log)
  return existsSync(log) && readFileSync(log, 'utf8').includes(HELD)
}

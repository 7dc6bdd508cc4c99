-- Functions and tables for the later files: repeatable random numbers, ids, times, the working days and each
-- organization's share. All are temporary and end with the connection.

-- A pseudo-random number 0 ≤ dice < 1, the same for the same key on any server, day or row order.
create function pg_temp.dice(key text) returns double precision language sql immutable parallel safe
  as $$ select (hashtextextended(key, 2017) & 4294967295) / 4294967296.0::double precision $$;

create function pg_temp.pick(choices text[], key text) returns text language sql immutable parallel safe
  as $$ select choices[1 + floor(pg_temp.dice(key) * cardinality(choices))::int] $$;

-- Element n, counted from 0 and modulo the length.
create function pg_temp.nth(choices text[], n bigint) returns text language sql immutable parallel safe
  as $$ select choices[1 + n % cardinality(choices)] $$;

-- A UUID version 7: the milliseconds of `at`, then a hash of `key`.
create function pg_temp.id(at timestamptz, key text) returns uuid language sql immutable parallel safe
  as $$
    select overlay(overlay(overlay(md5(key)
      placing lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') from 1 for 12)
      placing '7' from 13 for 1)
      placing '8' from 17 for 1)::uuid
  $$;

create function pg_temp.moment(day date, minute_of_day double precision) returns timestamptz
  language sql stable parallel safe
  as $$ select (day + make_interval(secs => floor(minute_of_day * 60))) at time zone 'Europe/Stockholm' $$;

-- A time in the working day from 08:00 to 17:00, by fraction.
create function pg_temp.office_hour(day date, part double precision) returns timestamptz language sql stable parallel safe
  as $$ select pg_temp.moment(day, 480 + 540 * part) $$;

create function pg_temp.host_name(name text) returns text language sql immutable parallel safe
  as $$ select trim('-' from regexp_replace(translate(lower(name), 'åäöéü', 'aaoeu'), '[^a-z0-9]+', '-', 'g')) $$;

-- Working days before `today`, without weekends and the usual public holidays.
create temp table demo_days as
  select row_number() over (order by day) - 1 as n, day::date
  from demo, generate_series((demo.today - demo.days)::timestamp, demo.today - 1, interval '1 day') day
  where extract(isodow from day) < 6
    and to_char(day, 'MM-DD') not in ('01-01', '01-06', '05-01', '06-06', '12-24', '12-25', '12-26', '12-31')
    and not (extract(isodow from day) = 5 and to_char(day, 'MM-DD') between '06-19' and '06-25'); -- midsommarafton

-- The first organization gets about four fifths of everything, the next four fifths of the rest, and so on.
create function pg_temp.part_of(total bigint, share numrange) returns bigint language sql immutable parallel safe
  as $$ select (round(total * upper(share)) - round(total * lower(share)))::bigint $$;

create temp table demo_orgs as
  with weights as (select o, power(0.2, o - 1) as weight from demo, generate_series(1, demo.organizations) o),
  sums as (
    select o, sum(weight) over (order by o) as sum_here, weight, sum(weight) over () as sum_all from weights
  ),
  shares as (
    select o, numrange(round((sum_here - weight) / sum_all, 12), round(sum_here / sum_all, 12)) as share from sums
  )
  select o, name, domain, org_number, address, seat, area_served,
    pg_temp.id('2017-03-01', 'organization ' || o) as id,
    pg_temp.part_of(demo.staff, share) as staff,
    pg_temp.part_of(demo.customers, share) as customers,
    pg_temp.part_of(demo.tickets, share) as tickets,
    pg_temp.part_of(demo.active_tickets, share) as active_tickets,
    pg_temp.part_of(demo.comments, share) as comments,
    pg_temp.part_of(demo.time_entries, share) as time_entries
  from demo, shares join (values
    (1, 'Nordlys IT i Uppsala AB', 'nordlys.example', '559991-4073', 'Norrskensgatan 12, 753 20 Uppsala', 'Uppsala',
      'Uppsala, Knivsta, Enköping och norra Stockholm'),
    (2, 'Fjällbris Data i Östersund AB', 'fjallbris.example', '559992-4023', 'Vindstigen 4, 831 30 Östersund', 'Östersund',
      'Östersund, Krokom och Åre'),
    (3, 'Kustlinjens Nätverk i Varberg AB', 'kustlinjen.example', '559993-4022', 'Fyrgränd 7, 432 41 Varberg', 'Varberg',
      'Varberg, Falkenberg och Kungsbacka')
  ) names (o, name, domain, org_number, address, seat, area_served) using (o);

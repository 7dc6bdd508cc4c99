-- Each technician gets a share of the organization's time entries each day, one after another from 08:00 with an hour
-- for lunch. The last one is sometimes in the evening and rarely past midnight. A trigger sets the minutes.

create temp table demo_work as
  select audience, row_number() over (partition by audience) - 1 as n, description, notes from (values
    ('business', 'Felsökning av långsam dator, rensat startprogram', 'Disken är på väg att ge upp, föreslå byte.'),
    ('business', 'Installerat ny skrivare och delat ut den på nätverket', null),
    ('business', 'Bytt router och ställt in gästnät', 'Lösenordet ligger under teknisk information.'),
    ('business', 'Fjärrhjälp: e-post gick inte att skicka', null),
    ('business', 'Uppdaterat servern och startat om efter arbetstid', 'Kontrollera loggen nästa besök.'),
    ('business', 'Monterat accesspunkt och mätt täckning i hela lokalen', 'Svagt i hörnet mot parkeringen.'),
    ('business', 'Flyttat konton till ny e-postleverantör', null),
    ('business', 'Lagt upp ny medarbetare med konto, telefon och behörigheter', null),
    ('business', 'Återställt filer från säkerhetskopian', 'Kunden raderade mappen själv, tog 20 minuter att hitta.'),
    ('business', 'Bytt batteri i avbrottsfri kraft', null),
    ('business', 'Installerat kamera vid entrén och vinklat om den på lagret', 'Skylt uppsatt.'),
    ('business', 'Genomgång av tvåstegsinloggning med personalen', null),
    ('business', 'Satt upp säkerhetskopiering till molnet', 'Första körningen tar minst ett dygn.'),
    ('business', 'Bytt växelns telefoner till nytt abonnemang', null),
    ('business', 'Felsökt dator som tappade kontakten', 'Glapp i nätverksuttaget.'),
    ('business', 'Dragit två nätverksuttag till konferensrummet', null),
    ('business', 'Rensat skadlig programvara och bytt lösenord', 'Användaren hade klickat på en länk i ett falskt mejl.'),
    ('business', 'Telefonsupport: skrivaren svarade inte', null),
    ('business', 'Planering av nytt nätverk inför flytten', 'Offert skickad, väntar på svar.'),
    ('business', 'Månadskontroll enligt serviceavtal', null),
    ('business', 'Bytt hårddisk mot SSD och flyttat över innehållet', 'Gamla disken lämnad till kunden.'),
    ('business', 'Ställt in passersystemet', null),
    ('business', 'Utbildning i delade mappar och kalender', 'Önskar en kortare manual.'),
    ('business', 'Kontroll av larmöverföring tillsammans med larmcentralen', null),
    ('business', 'Jour: fiberavbrott, kopplat om till mobilt bredband', 'Felanmält till stadsnätet.'),
    ('business', 'Beställt och förberett fyra bärbara datorer', null),
    ('business', 'Dokumenterat nätverket och märkt upp kablar', 'Ritning bifogad hos kund.'),
    ('business', 'Inventering av licenser inför förnyelse', null),
    ('business', 'Justerat brandväggens regler för nytt affärssystem', 'Leverantören behöver port 8443.'),
    ('business', 'Avstämning med kund om nästa års budget', null),
    ('home', 'Hembesök: satt upp accesspunkt på övervåningen', 'Kod till porten finns under teknisk information.'),
    ('home', 'Hjälp med BankID och ny mobil', 'Ring en kvart innan, går långsamt till dörren.'),
    ('home', 'Installerat tv och strömning i vardagsrummet', null),
    ('home', 'Fört över bilder och mejl till ny dator', 'Gamla datorn står kvar, ska lämnas till återvinning.'),
    ('home', 'Telefonsupport: kom inte in i mejlen', null),
    ('home', 'Rensat webbläsaren efter bluffsida', 'Inga pengar förlorade, tipsat om bankens spärrnummer.'),
    ('home', 'Installerat skrivare och provat från mobilen', null),
    ('home', 'Bytt router och flyttat den från städskåpet', null),
    ('home', 'Satt upp kamera vid infarten', 'Vinklad så att gatan inte syns.'),
    ('home', 'Säkerhetskopia till extern disk, visat hur man gör', null)
  ) work (audience, description, notes);

-- Work per technician and day: random, and less in July.
create temp table demo_shifts as
  with weights as (
    select org.o, org.time_entries, days.n as day_n, days.day, staff.n as staff_n, staff.user_id,
      (0.35 + pg_temp.dice(format('shift %s %s %s', org.o, days.n, staff.n)))
        * case when extract(month from days.day) = 7 then 0.3 else 1 end as weight
    from demo_orgs org join demo_staff staff using (o), demo_days days
  ),
  sums as (
    select *, round(time_entries * sum(weight) over (partition by o order by day_n, staff_n)
      / sum(weight) over (partition by o))::bigint as entries_until
    from weights
  )
  select o, day_n, day, staff_n, user_id,
    entries_until - lag(entries_until, 1, 0) over (partition by o order by day_n, staff_n) as entries
  from sums;

-- nth is the number within a shift; times are in minutes of the day. minutes_to beyond 24:00 is on the next day.
create temp table demo_entries as
  select shift.o, shift.day_n, shift.day, shift.user_id, nth, question, span.*
  from demo_shifts shift, generate_series(1, shift.entries) nth,
    format('entry %s %s %s %s', o, day_n, staff_n, nth) question,
    lateral (select 480.0 / entries as slot, case when entries > 8 then 5 else 15 end as step) pace,
    lateral (select floor(slot * (nth - 1) / step) * step as begins) work,
    lateral (
      select greatest(step, floor(slot * (0.6 + 0.4 * pg_temp.dice('length ' || question)) / step) * step) as minutes
    ) full_length,
    lateral (select case when nth = entries then pg_temp.dice('late ' || question) else 1 end as late) evening,
    lateral (select floor(8 * pg_temp.dice('quarters ' || question)) * 15 as quarters) shifted,
    lateral (
      select
        case when late < 0.006 then 1290 + quarters
          when late < 0.07 then 1050 + quarters
          else 480 + begins + case when begins >= 240 then 60 else 0 end end::int as minute_from,
        case when late < 0.006 then 1560 - quarters
          when late < 0.07 then 1050 + quarters * 2 + 30
          when begins < 240 then 480 + least(240, begins + minutes)
          else 540 + begins + minutes end::int as minute_to
    ) span;
analyze demo_work, demo_entries;

insert into time_entries (org_id, id, user_id, customer_id, work_date, time_from, time_to, description, notes, kind, is_rut,
  created_by, reported, reported_at, created_at)
select customer.org_id, pg_temp.id(written_at, 'time ' || question), entry.user_id, customer.id, entry.day,
  time '00:00' + make_interval(mins => minute_from), time '00:00' + make_interval(mins => minute_to),
  work.description, case when pg_temp.dice('notes ' || question) < 0.6 then work.notes end,
  case when work.description ~ '^(Hembesök|Install|Bytt|Dragit|Monterat|Satt upp|Ställt in|Utbildning)' then 'onsite' else 'remote' end,
  customer.audience = 'home' and work.description ~ '^(Hembesök|Install|Bytt|Satt upp)',
  entry.user_id,
  reported_at is not null, reported_at, written_at
from demo cross join demo_entries entry
  join demo_orgs org using (o)
  join (select o, g from demo_customers where n = 0) first using (o)
  -- Some customers call much more often than others, and homes seldom: most of their calls go to the company before.
  cross join lateral (
    select floor(power(pg_temp.dice('customer of ' || question), 1.5)
      * case when entry.day < demo.today - demo.days / 2 then org.customers else org.customers - org.customers / 20 end)::bigint
      as n) called
  join demo_customers customer on customer.o = entry.o
    and customer.n = called.n - case when (first.g + called.n) % 5 = 4 and pg_temp.dice('home ' || question) < 0.8
      then 1 else 0 end
  join (select audience, count(*) from demo_work group by audience) known
    on known.audience = case customer.audience when 'home' then 'home' else 'business' end
  join demo_work work on work.audience = case customer.audience when 'home' then 'home' else 'business' end
    and work.n = floor(pg_temp.dice('work of ' || question) * known.count)
  cross join lateral (select pg_temp.moment(entry.day, minute_to + 10) as written_at) written
  cross join lateral (
    -- Reported in the first days of the next month, up to the month before last; one row in a thousand is forgotten.
    select case when entry.day < date_trunc('month', demo.today) - interval '1 month'
        and pg_temp.dice('forgotten ' || question) >= 0.001
      then pg_temp.office_hour((date_trunc('month', entry.day) + interval '1 month 2 days')::date,
        pg_temp.dice('report ' || customer.id || date_trunc('month', entry.day))) end as reported_at
  ) report
order by written_at;

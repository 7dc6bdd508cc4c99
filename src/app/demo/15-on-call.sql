-- Jour by weeks that begin on Mondays, each person's week after another's, for five weeks ahead. One day ahead has nobody yet.
insert into on_call_days (org_id, day, position, user_id)
select turn.org_id, turn.day, position, person.user_id
from demo
  cross join lateral (
    select staff.org_id, staff.o, count(*) as people, day::date as day, (day::date - date '2017-01-02') / 7 as week
    from demo_staff staff, generate_series(demo.today - 14, demo.today + 35, interval '1 day') day
    group by staff.org_id, staff.o, day
  ) turn
  cross join generate_series(1, least(2, turn.people)) position
  join demo_staff person on person.o = turn.o and person.n = (turn.week + position - 1) % turn.people
where turn.day <> demo.today + 12;

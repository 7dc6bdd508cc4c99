-- Canned answers that a technician of the demo company could use today.

insert into canned_answers (org_id, id, name, text)
select organization.id, pg_temp.id(demo.today::timestamptz, format('canned %s %s', organization.id, answers.name)), answers.name, answers.text
from demo cross join organizations organization cross join unnest(
  array['hej', 'löst', 'omstart', 'påväg'],
  array[
    E'Hej {kund}!\n\nTack för att du hörde av dig. Jag tittar på det och återkommer i dag.',
    E'Hej {kund}!\n\nDet ska fungera nu. Hör av dig om det kommer tillbaka.\n\n{namn}',
    E'Hej {kund}!\n\nDra ut sladden till routern, vänta en halv minut och sätt i den igen. Det tar ett par minuter innan nätet är tillbaka. Hjälpte det?',
    E'Hej {kund}!\n\nVi är på väg till er om {ärende}.'
  ]
) as answers (name, text);

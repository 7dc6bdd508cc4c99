-- Reverse charge of goods (docs/decisions/127): phones, laptops, tablets, consoles and circuits for more than 100 000 kr on one
-- invoice are reverse charged, which the company decides. A line says whether its article was one of them.
alter table invoice_basis_lines add is_electronics boolean not null default false;

-- The job that checks a basis prices it again, by the reason of its reverse charge.
grant select (reverse_reason) on customers to stodpunkt_jobs;

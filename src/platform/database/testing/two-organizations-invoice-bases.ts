import type pg from 'pg'
import { uuidv7 } from '../uuid.ts'
import { fillArticles } from './two-organizations-articles.ts'

type Of = Record<'id' | 'admin' | 'portalUser' | 'customer' | 'otherCustomer', string>

/**
 * Billing details and an invoice recipient of the first customer. A draft, a sent basis with a question, a replaced draft, an approved and a billed basis of the first customer, and a sent one of
 * the second, with a line and a row each; the draft and the sent one have a free line too, and the customer a discount. The portal user approves.
 */
export async function fillInvoiceBases(db: pg.Client, { id, admin, portalUser, customer, otherCustomer }: Of) {
  const q = (sql: string, ...values: unknown[]) => db.query(sql, values)
  await q('update customer_users set may_approve = true where user_id = $1', portalUser)
  await q(
    `insert into billing_details (org_id, customer_id, org_number) values ($1, $2, '556012-5790')`,
    ...[id, customer],
  )
  await q(
    `insert into invoice_recipients (org_id, customer_id, id, name) values ($1, $2, $3, 'Samma')`,
    ...[id, customer, uuidv7()],
  )
  const make = async (of: string, month: string, state: string, columns = '', values = '') => {
    const basis = uuidv7()
    await q(
      `insert into invoice_bases (org_id, id, customer_id, customer_name, month, state, needs_approval, is_private, is_reverse_charge,
         row_count, minutes, labour_ore, travel_ore, material_ore, prepaid_hours_ore, rut_ore, net_ore, vat, vat_ore, total_ore${columns})
       values ($1, $2, $3, 'Samma Kund', $4, $5, true, false, false, 1, 60, 0, 0, 0, 0, 0, 0, '[]', 0, 0${values})`,
      ...[id, basis, of, month, state],
    )
    await q(
      `insert into invoice_basis_lines (org_id, basis_id, position, kind, quantity, per, unit, unit_ore, net_ore, vat_percent, is_rut)
       values ($1, $2, 1, 'remote', 60, 60, 'tim', 0, 0, 25, false)`,
      ...[id, basis],
    )
    await q(
      `insert into invoice_basis_rows (org_id, basis_id, position, source, source_id, version, work_date, kind, minutes, charged_minutes,
         after_hours_minutes, lines)
       values ($1, $2, 1, 'time', gen_random_uuid(), 1, '2026-11-20', 'remote', 60, 60, 0, '{1}')`,
      ...[id, basis],
    )
    return basis
  }
  const draft = await make(customer, '2026-09-01', 'draft')
  const sent = await make(customer, '2026-08-01', 'sent', ', sent_at', ', now()')
  await make(customer, '2026-08-01', 'replaced')
  await q(
    `insert into free_lines (org_id, id, basis_id, text, hundredths, unit, price_ore, vat_class)
     values ($1, gen_random_uuid(), $2, 'Samma', 100, 'st', 0, 'standard')`,
    ...[id, draft],
  )
  await q(
    `insert into invoice_basis_lines (org_id, basis_id, position, kind, article, quantity, per, unit, unit_ore, net_ore, vat_percent, is_rut)
     select $1, unnest($2::uuid[]), 2, 'free', 'Samma', 1, 1, 'st', 0, 0, 25, false`,
    ...[id, [draft, sent]],
  )
  await q(
    `insert into customer_discounts (org_id, customer_id, valid_from, basis_points) values ($1, $2, '2026-11-01', 1000)`,
    ...[id, customer],
  )
  const approved = await make(
    ...[customer, '2026-06-01', 'approved', ', sent_at, approved_at, approved_by, approved_name'],
    `, now(), now(), '${portalUser}', 'Samma Namn'`,
  )
  const billed = await make(customer, '2026-07-01', 'billed', ', number_year, number', ', 2026, 1')
  const ofOther = await make(otherCustomer, '2026-08-01', 'sent', ', sent_at', ', now()')
  await q(
    `insert into invoice_basis_pdfs (org_id, basis_id, content) select $1, unnest($2::uuid[]), 'samma'`,
    ...[id, [sent, ofOther]],
  )
  await q(`insert into invoice_basis_numbers values ($1, 2026, 1)`, id)
  await q(
    `insert into invoice_basis_questions (org_id, basis_id, position, question, asked_by, asked_name) values ($1, $2, 1, 'Samma?', $3, 'x')`,
    ...[id, sent, portalUser],
  )
  await q(
    `insert into ended_approvals (org_id, basis_id, approved_at, approved_name) values ($1, $2, now(), 'Samma Namn')`,
    ...[id, sent],
  )
  // Another row of the sent basis, without a question.
  await q(
    `insert into invoice_basis_rows (org_id, basis_id, position, source, source_id, version, work_date, kind, minutes, charged_minutes,
       after_hours_minutes, lines) select org_id, basis_id, 2, source, gen_random_uuid(), version, work_date, kind, minutes,
       charged_minutes, after_hours_minutes, lines from invoice_basis_rows where basis_id = $1`,
    sent,
  )
  const prepaidHours = await fillPrepaidHours(db, { id, admin, customer, billed })
  // As after a check.
  await q('update invoice_bases set check_at = null where org_id = $1', id)
  const article = await fillArticles(db, { id, admin })
  const charge = await fillCharge(db, id, customer)
  await q(
    `insert into imported_counts (org_id, customer_id, article_id, counted_on, hundredths, imported_by)
     values ($1, $2, $3, '2026-11-01', 100, $4)`,
    ...[id, customer, article, admin],
  )
  await q(`insert into invoice_basis_counts values ($1, $2, $3, '2026-09-01', 100, 200)`, id, draft, charge)
  return {
    draftInvoiceBasis: draft,
    sentInvoiceBasis: sent,
    approvedInvoiceBasis: approved,
    billedInvoiceBasis: billed,
    article,
    ...prepaidHours,
    charge,
  }
}

/** A recurring charge with a row of each kind, which no basis has. */
async function fillCharge(db: pg.Client, id: string, customer: string) {
  const charge = uuidv7()
  await db.query(
    `insert into charges (org_id, id, customer_id, text, unit, period, timing, starts_on, is_by_days)
     values ($1, $2, $3, 'Samma', 'st', 'month', 'advance', '2026-11-01', true)`,
    [id, charge, customer],
  )
  const rows = { charge_quantities: 'hundredths', charge_prices: 'price_ore', charge_discounts: 'amount_ore' }
  for (const [table, column] of Object.entries(rows))
    await db.query(
      `insert into ${table} (org_id, charge_id, valid_from, ${column}) values ($1, $2, '2026-11-01', 100)`,
      [id, charge],
    )
  return charge
}

/** Prepaid hours that a billed basis has drawn from, and unused ones. */
async function fillPrepaidHours(db: pg.Client, { id, admin, customer, billed }: Record<string, string>) {
  const [drawnPrepaidHours, unusedPrepaidHours] = [uuidv7(), uuidv7()]
  await db.query(
    `insert into prepaid_hours (org_id, id, customer_id, bought_on, valid_until, minutes, price_ore, created_by)
     select $1, id, $2, '2026-07-01', '2026-07-31', 600, 0, $3 from unnest($4::uuid[]) bought (id)`,
    [id, customer, admin, [drawnPrepaidHours, unusedPrepaidHours]],
  )
  await db.query(
    `insert into drawdowns (org_id, prepaid_hours_id, basis_id, is_return, minutes) values ($1, $2, $3, false, 60)`,
    [id, drawnPrepaidHours, billed],
  )
  await db.query(
    `insert into used_hours (org_id, id, customer_id, month, prepaid_hours_id, minutes, used_minutes)
     values ($1, gen_random_uuid(), $2, '2026-11-01', null, 600, 60), ($1, gen_random_uuid(), $2, null, $3, 600, 60)`,
    [id, customer, drawnPrepaidHours],
  )
  return { drawnPrepaidHours, unusedPrepaidHours }
}

import type pg from 'pg'

/** Changes the opening hours of every date, also past ones, by assignments in SQL: `closes = '18:00'`. */
export async function setHoursOfAllDates(superuser: pg.Client, orgId: string, assignments: string) {
  await superuser.query(`update company_facts set ${assignments} where org_id = $1`, [orgId])
  await superuser.query('update company_facts set hours_from = first_work_date() where org_id = $1', [orgId])
}

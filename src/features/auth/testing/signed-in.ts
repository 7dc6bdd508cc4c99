// What tests of second factors begin with: a company, a person who signs in, and what the database then has.
import { type Harness, type Person, startHarness } from '#tests/harness/harness.ts'
import { aSignedInBrowser, aTechnicianWithPassword } from './sign-in.ts'

export async function aCompany(): Promise<{ h: Harness; orgId: string }> {
  const h = await startHarness()
  return { h, orgId: (await h.anOrganization('Nordnät AB')).id }
}

/** A technician with a password, for whom no earlier attempt counts. */
export async function aFreshTechnician(h: Harness, orgId: string): Promise<Person> {
  await h.test.superuser.query('delete from auth.attempts')
  return aTechnicianWithPassword(h, orgId)
}

/** `context` is read at each call, so that it can be set up later. */
export function signInsOf(context: () => { h: Harness; anna: Person }) {
  return {
    /** A client of auth-js in which the person is signed in. */
    signedIn: async (person = context().anna) => (await aSignedInBrowser(context().h, person)).client,
    query: async (text: string, ...values: unknown[]) => (await context().h.test.superuser.query(text, values)).rows,
  }
}

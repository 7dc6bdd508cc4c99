/** The company as the public site shows it; what is null is left out, never shown as a placeholder. */
export type PublicFacts = {
  name: string
  orgNumber: string | null
  phone: string | null
  emergencyPhone: string | null
  email: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  seat: string | null
  vatNumber: string | null
  founded: number | null
  groupLine: string | null
  opens: string | null
  closes: string | null
}

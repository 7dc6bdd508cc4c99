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
  /** 'HH:MM', and null before there is a company. */
  opens: string | null
  closes: string | null
  areaServed: string | null
  /** One a line. */
  services: string | null
  prices: string | null
  founderName: string | null
  founderTitle: string | null
  founderStory: string | null
}

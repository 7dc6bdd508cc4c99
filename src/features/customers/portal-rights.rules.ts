// What a login of the portal sees and may do: one row a right. The columns of `customer_users` with the same names repeat the set.
type PortalRightRow = {
  label: string
  /** How it reads when it is given, and when it is not. */
  yes: string
  no: string
  /** Whether a new login has it unless somebody says otherwise. */
  isInitial: boolean
  /** Means something only to a login that sees all of the company. */
  needsCompany: boolean
}

export const portalRights = {
  /** All of the customer's tickets; otherwise those that its contact reported or gets copies of. */
  seesCompany: { label: 'Ser', yes: 'Hela företaget', no: 'Egna ärenden', isInitial: true, needsCompany: false },
  mayApprove: { label: 'Får godkänna tid', yes: 'Ja', no: 'Nej', isInitial: false, needsCompany: false },
  /** Mail about all of the customer's tickets; of its own it always gets mail. */
  getsCompanyMail: {
    label: 'Får mejl om hela företagets ärenden',
    yes: 'Ja',
    no: 'Nej',
    isInitial: true,
    needsCompany: true,
  },
} as const satisfies Record<string, PortalRightRow>

export type PortalRight = keyof typeof portalRights
export const portalRightNames = Object.keys(portalRights) as PortalRight[]

/** An object with a value for every right. */
export const mapRights = <T>(choose: (right: PortalRight) => T) =>
  Object.fromEntries(portalRightNames.map((right) => [right, choose(right)])) as Record<PortalRight, T>

export const rightText = (right: PortalRight, is: boolean): string => portalRights[right][is ? 'yes' : 'no']

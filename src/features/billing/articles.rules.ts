// Articles: what a company sells apart from work by the hour (docs/decisions/117).

/** 'standard' follows the dated rates of VAT. */
export const vatClasses = ['standard', 'vat12', 'vat6', 'none'] as const
export type VatClass = (typeof vatClasses)[number]

/** The kinds of lines of work that have an article for number, name, VAT and account; their price is that of the terms. */
export const workLineKinds = ['remote', 'onsite', 'after_hours', 'start'] as const
export type WorkLineKind = (typeof workLineKinds)[number]

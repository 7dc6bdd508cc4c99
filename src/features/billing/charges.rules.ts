// Recurring charges (docs/decisions/118).

export const chargePeriods = ['month', 'quarter', 'year'] as const
export type ChargePeriod = (typeof chargePeriods)[number]

/** Whether a period is billed with the month of its first day or of its last. */
export const chargeTimings = ['advance', 'arrears'] as const
export type ChargeTiming = (typeof chargeTimings)[number]

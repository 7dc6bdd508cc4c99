// Query keys that changes in other features invalidate.

/** The overviews of all customers: they show tickets with work left and the newest time. */
export const CUSTOMER_SCREENS = ['customers', 'screen']

/** The agreements of all customers: they show the hours used this month. */
export const CUSTOMER_AGREEMENTS = ['agreements', 'customer']

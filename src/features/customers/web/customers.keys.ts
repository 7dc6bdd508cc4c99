// Query keys that changes in other features invalidate.

/** The overviews of all customers, which show open tickets and the newest time. */
export const CUSTOMER_SCREENS = ['customers', 'screen']

/** The agreements of all customers, which show the hours used this month. */
export const CUSTOMER_AGREEMENTS = ['agreements', 'customer']

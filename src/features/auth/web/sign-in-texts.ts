/** On the button while somebody is being signed in. */
export const SIGNING_IN = 'Loggar in...'

// 'Väntar på kund': a mark on an unresolved ticket whose last public word is ours (`tickets_hold_is_answered` in the database).
export const ON_HOLD = 'Väntar på kund'

/** Working days of the company, after the day when the wait began. */
export const REMINDED_AFTER_WORKING_DAYS = 3
export const CLOSING_OFFERED_AFTER_WORKING_DAYS = 10

export const HOLD_NEEDS_ANSWER = 'Ärendet kan bara vänta på kund när det är olöst och ni har svarat sist.'
export const HOLD_OF_DONE = 'Ett löst eller stängt ärende kan inte vänta på kund.'
export const HOLD_OF_SOLUTION = 'Ett svar kan inte både lösa ärendet och vänta på kund.'
export const HOLD_OF_INTERNAL = 'Kunden ser inte en intern kommentar, så ärendet kan inte vänta på svar på den.'

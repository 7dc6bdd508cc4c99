// The mail behind a comment, a ticket or an enquiry, for the screens of other features.
export { ShowMail } from './show-mail.tsx'

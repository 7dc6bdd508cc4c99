// The page of Inställningar about mailboxes.
export { MailboxPage } from './mailbox-page.tsx'

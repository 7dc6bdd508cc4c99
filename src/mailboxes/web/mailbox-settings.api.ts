// The page of Inställningar about mailboxes.
export { MailboxSettings } from './mailbox-settings.tsx'

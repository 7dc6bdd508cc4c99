import { MailboxSettings } from './mailbox-settings.tsx'
import { SenderRules } from './sender-rules.tsx'

/** The mailboxes and the rules for senders. */
export const MailboxPage = () => (
  <div className="flex flex-col gap-6">
    <MailboxSettings />
    <SenderRules />
  </div>
)

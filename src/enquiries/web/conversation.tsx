import { MessageCard } from '#tickets/web/ticket-parts.api.ts'
import type { Enquiry } from '../enquiries.contract.ts'

/** What the sender wrote and what staff have answered, oldest first. */
export const Conversation = ({ enquiry: { name, message, createdAt, replies } }: { enquiry: Enquiry }) => (
  <section aria-labelledby="konversation" className="flex flex-col gap-3">
    <h2 id="konversation" className="text-md font-semibold">
      Konversation
    </h2>
    {/* New ones are read out as they come. */}
    <div role="log" aria-labelledby="konversation" className="flex flex-col gap-3">
      <MessageCard author={name} at={createdAt} text={message} tone="customer" />
      {replies.map(({ id, author, createdAt: sentAt, text }) => (
        <MessageCard key={id} author={author.fullName} at={sentAt} text={text} tone="staff" />
      ))}
    </div>
  </section>
)

import { MessageCard } from '#features/tickets/web/message-card.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import type { Enquiry } from '../enquiries.contract.ts'
import { ShowMail } from './show-mail.tsx'
import { UnauthenticatedMark } from './unauthenticated-mark.tsx'

/** The sender's message and the replies by staff, oldest first. */
export const Conversation = ({
  enquiry: { name, message, folded, createdAt, files, mailId, authentication, replies, undelivered },
}: {
  enquiry: Enquiry
}) => {
  const lastOfStaff = replies.findLastIndex(({ author }) => author !== null)
  return (
    <section aria-labelledby="konversation" className="flex flex-col gap-3">
      <h2 id="konversation" className="text-md font-semibold">
        Konversation
      </h2>
      {/* Screen readers announce new entries. */}
      <div role="log" aria-labelledby="konversation" className="flex flex-col gap-3">
        <MessageCard
          author={name}
          at={createdAt}
          text={message}
          folded={folded}
          tone="customer"
          files={files}
          mail={mailId && <ShowMail id={mailId} />}
        >
          <UnauthenticatedMark isShown={authentication === 'none'} />
        </MessageCard>
        {replies.map((reply, index) => (
          <Reply key={reply.id} reply={reply} sender={name} undelivered={index === lastOfStaff ? undelivered : []} />
        ))}
      </div>
    </section>
  )
}

type ReplyProps = {
  reply: Enquiry['replies'][number]
  /** The name shown for replies that no staff wrote. */
  sender: string
  undelivered: Enquiry['undelivered']
}

function Reply({ reply, sender, undelivered }: ReplyProps) {
  const { author, createdAt, text, folded, mailId, authentication, sentTo } = reply
  return (
    <MessageCard
      author={author?.fullName ?? sender}
      at={createdAt}
      text={text}
      folded={folded}
      mail={mailId && <ShowMail id={mailId} />}
      tone={author ? 'staff' : 'customer'}
      undelivered={undelivered}
    >
      <UnauthenticatedMark isShown={authentication === 'none'} />
      {sentTo !== null && (
        <span className="min-w-0 text-sm text-ink-soft [overflow-wrap:anywhere]">Till {readableAddress(sentTo)}</span>
      )}
    </MessageCard>
  )
}

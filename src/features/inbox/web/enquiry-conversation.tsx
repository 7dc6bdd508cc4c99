import { type ReactNode, useEffect, useRef } from 'react'
import { useMe } from '#features/auth/web/me.ts'
import { MessageCard } from '#features/tickets/web/message-card.tsx'
import { readableAddress } from '#shared/email.rules.ts'
import type { EnquiryForward, EnquiryReply } from '../answers.contract.ts'
import type { Enquiry } from '../enquiries.contract.ts'
import { ShowMail } from './show-mail.tsx'
import { UnauthenticatedMark } from './unauthenticated-mark.tsx'

/** The sender's message, the replies by staff and to whom it was forwarded, oldest first. */
export const Conversation = ({ enquiry }: { enquiry: Enquiry }) => {
  const { name, message, folded, createdAt, files, mailId, authentication, replies, forwards, undelivered } = enquiry
  const entries = [...replies, ...forwards].sort(byTime)
  const log = useOwnWordsInView(entries.at(-1))
  const lastOfStaff = replies.findLast(({ author }) => author !== null)
  return (
    <section aria-labelledby="konversation" className="flex flex-col gap-3">
      <h2 id="konversation" className="text-md font-semibold">
        Konversation
      </h2>
      {/* Screen readers announce new entries. */}
      <div
        ref={log}
        role="log"
        aria-labelledby="konversation"
        className="flex flex-col gap-3 *:scroll-mb-[calc(var(--composer,4rem)+1rem)]"
      >
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
        {entries.map((entry) =>
          'note' in entry ? (
            <Forward key={entry.id} forward={entry} />
          ) : (
            <Reply key={entry.id} reply={entry} sender={name} undelivered={entry === lastOfStaff ? undelivered : []} />
          ),
        )}
      </div>
    </section>
  )
}

/** Scrolls to what the user has just sent; what others write moves nobody. */
function useOwnWordsInView(last: EnquiryReply | EnquiryForward | undefined) {
  const log = useRef<HTMLDivElement>(null)
  const { userId } = useMe()
  const shown = useRef(last?.id)
  useEffect(() => {
    if (last?.id === shown.current) return
    shown.current = last?.id
    if (last?.author?.id === userId) log.current?.lastElementChild?.scrollIntoView?.({ block: 'nearest' })
  }, [last, userId])
  return log
}

const byTime = (one: { createdAt: string }, other: { createdAt: string }) =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt)

type ReplyProps = {
  reply: EnquiryReply
  /** The name shown for replies that no staff wrote. */
  sender: string
  undelivered: Enquiry['undelivered']
}

function Reply({ reply, sender, undelivered }: ReplyProps) {
  const { author, createdAt, text, folded, files, mailId, authentication, sentTo, cc } = reply
  return (
    <MessageCard
      author={author?.fullName ?? sender}
      at={createdAt}
      text={text}
      folded={folded}
      files={files}
      mail={mailId && <ShowMail id={mailId} />}
      tone={author ? 'staff' : 'customer'}
      undelivered={undelivered}
    >
      <UnauthenticatedMark isShown={authentication === 'none'} />
      {sentTo !== null && <Mark>Till {readableAddress(sentTo)}</Mark>}
      {cc.length > 0 && <Mark>Kopia till {cc.map(readableAddress).join(', ')}</Mark>}
    </MessageCard>
  )
}

const Forward = ({ forward: { author, createdAt, sentTo, note } }: { forward: EnquiryForward }) => (
  <MessageCard author={author.fullName} at={createdAt} text={note ?? 'Utan egen text'} tone="internal">
    <Mark>Vidarebefordrat till {readableAddress(sentTo)}</Mark>
  </MessageCard>
)

const Mark = ({ children }: { children: ReactNode }) => (
  <span className="min-w-0 text-sm text-ink-soft [overflow-wrap:anywhere]">{children}</span>
)

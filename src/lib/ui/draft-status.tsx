import type { DraftPlace, OtherVersion } from '../web/draft.ts'
import { Button } from './button.tsx'
import { formatDateTime } from './format.ts'

const texts: Record<DraftPlace, string> = {
  server: 'Utkastet är sparat',
  saving: '',
  device: 'Sparat på den här enheten',
  nowhere: 'Inte sparat',
}

/** Where the draft is. */
export const DraftStatus = ({ place }: { place: DraftPlace }) => (
  <span role="status" className={`text-xs ${place === 'nowhere' ? 'text-danger-ink' : 'text-ink-soft'}`}>
    {texts[place]}
  </span>
)

const EXCERPT = 80

/** Offers the version of a draft that is not shown: of another device, or of this one. */
export function OtherDraft({ other, swap, dismissOther }: OtherVersion) {
  if (!other) return null
  const { comment } = other.draft
  return (
    <div className="rounded-sm border border-line bg-sunken px-3 py-2 text-sm">
      <p className="[overflow-wrap:anywhere]">
        Det finns en annan version, från {formatDateTime(new Date(other.at).toISOString())}: ”
        {comment.length > EXCERPT ? `${comment.slice(0, EXCERPT)}…` : comment}”
      </p>
      <p className="mt-1 flex flex-wrap gap-2">
        <Button size="sm" onPress={swap}>
          Visa den
        </Button>
        <Button size="sm" variant="quiet" onPress={dismissOther}>
          Ta bort den
        </Button>
      </p>
    </div>
  )
}

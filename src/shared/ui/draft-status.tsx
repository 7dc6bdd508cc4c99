import type { DraftPlace } from '../web/draft-place.ts'
import { Button } from './button.tsx'
import { formatDateTime } from './format.ts'

const places: Record<DraftPlace, string> = {
  server: 'Utkastet är sparat',
  device: 'Sparat på enheten',
  both: 'Texten är sparad, tiden på enheten',
  tab: 'Inte sparat än',
}

type Props = { place: DraftPlace; hasFiles?: boolean }

/** Shows where the text of a composer is stored. Attached files are stored with what is sent, not with a draft. */
export const DraftStatus = ({ place, hasFiles = false }: Props) => (
  <span className="text-xs font-normal text-ink-soft">
    {places[place]}
    {hasFiles && place !== 'tab' && ', men inte filerna'}
  </span>
)

export type OtherVersion = { from: 'server' | 'device'; changedAt: number; show: () => void; remove: () => void }

const origins: Record<OtherVersion['from'], string> = { server: 'på servern', device: 'på den här enheten' }

/** Offers another version of the text, from another device or tab. */
export const OtherDraft = ({ other, isDisabled }: { other: OtherVersion | undefined; isDisabled: boolean }) =>
  other && (
    <div role="status" className="flex flex-wrap items-center gap-2 rounded-sm bg-sunken px-3 py-2 text-sm">
      <p className="min-w-40 flex-1">
        Det finns en annan version av texten {origins[other.from]}, från {formatDateTime(new Date(other.changedAt))}.
      </p>
      <Button size="sm" isDisabled={isDisabled} onPress={other.show}>
        Visa den
      </Button>
      <Button size="sm" variant="quiet" isDisabled={isDisabled} onPress={other.remove}>
        Ta bort den
      </Button>
    </div>
  )

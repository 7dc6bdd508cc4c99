import CalendarPlus from 'lucide-react/icons/calendar-plus'
import { useState } from 'react'
import { Button } from '#shared/ui/button.tsx'
import { attempt } from '#shared/ui/failure-toast.ts'
import { saveFile } from '#shared/web/save-file.ts'
import { type VisitTime, visitText } from '../visits.rules.ts'
import { fetchCalendar } from './visits.api.ts'

type Props = { visit: VisitTime & { id: string }; isQuiet?: boolean }

/** The button that saves the calendar file of a visit, which opens in the device's calendar. */
export function SaveCalendar({ visit, isQuiet = false }: Props) {
  const [isSaving, setSaving] = useState(false)
  const save = async () => {
    setSaving(true)
    await attempt('Kunde inte hämta kalenderfilen', async () => saveFile(await fetchCalendar(visit.id), 'besok.ics'))
    setSaving(false)
  }
  return (
    <Button
      size="sm"
      icon={CalendarPlus}
      {...(isQuiet && { variant: 'quiet' as const })}
      accessibleName={`Lägg till i kalendern: ${visitText(visit)}`}
      isPending={isSaving}
      onPress={() => void save()}
    >
      Lägg till i kalendern
    </Button>
  )
}

import Plus from 'lucide-react/icons/plus'
import Save from 'lucide-react/icons/save'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMe } from '#features/auth/web/me.ts'
import { useRestoredCustomer } from '#features/customers/web/restored-customer.api.ts'
import type { TimeEntry } from '#features/time/time.contract.ts'
import { NO_ORGANIZATION } from '#shared/contract.ts'
import { todayInStockholm } from '#shared/dates.rules.ts'
import { Button } from '#shared/ui/button.tsx'
import { Card } from '#shared/ui/card.tsx'
import { DraftStatus } from '#shared/ui/draft-status.tsx'
import { Form } from '#shared/ui/form.tsx'
import { useFormRecovery } from '#shared/web/form-recovery.ts'
import { useSaveNewTime } from './save-new-time.ts'
import { TimeFields } from './time-fields.tsx'
import { copiedTime, emptyTime, nextTime, useNewTimeForm } from './time-form.ts'

/** The key of the stored input. */
const KEY = 'time'

type Props = {
  /** Initial values; a new object for each copied row. */
  copied: { entry: TimeEntry } | undefined
  /** Changes with each navigation to the form itself, which unfolds and focuses it. */
  wantedBy: string | undefined
}

/**
 * The form at the top of Tidrapport, usable by keyboard only; the next entry starts where the last one ended. On a phone it is
 * folded, so that the list is on the first screen, until it is wanted or has typed text.
 */
export const NewTimeForm = memo(function NewTimeForm({ copied, wantedBy }: Props) {
  const form = useNewTimeForm(emptyTime(todayInStockholm()))
  const { name, onRestore } = useRestoredCustomer()
  const place = useFormRecovery(form, { key: KEY, isOnDevice: true, onRestore })
  const { orgId } = useMe()
  const { isUnfolded, unfold } = useWanted(form, { copied, wantedBy })

  const { save, question } = useSaveNewTime(form, {
    formKey: KEY,
    onSaved: (saved) => {
      form.reset(nextTime(saved, form.getValues('userId')), { keepFieldsRef: true })
      form.setFocus('customerId')
    },
  })

  return (
    <>
      <FoldedOnPhone
        isUnfolded={isUnfolded || place !== undefined}
        onUnfold={() => {
          flushSync(unfold)
          form.setFocus('customerId')
        }}
      >
        <Card title="Ny tidrad" action={place && <DraftStatus place={place} />}>
          <Form form={form} onSubmit={save} label="Ny tidrad" layout="row" warnsUnsaved isOnDevice={place === 'device'}>
            {!orgId && <WithoutOrganization />}
            {/* No grid on phones, where a sticky item could not leave its grid row. */}
            <div className="gap-3 max-sm:flex max-sm:flex-col sm:grid sm:grid-cols-12 sm:items-start">
              <TimeFields
                control={form.control}
                customerLabel={copied?.entry.customer.name ?? name}
                emptyTechnicianLabel="Jag själv"
                row={copied?.entry}
                isBar
              />
              <SaveButton isPending={form.formState.isSubmitting} hasOrganization={Boolean(orgId)} />
            </div>
          </Form>
        </Card>
      </FoldedOnPhone>
      {question}
    </>
  )
})

const WithoutOrganization = () => (
  <p role="alert" className="mb-4 rounded-sm bg-danger-soft px-3 py-2 text-danger-ink">
    {NO_ORGANIZATION}
  </p>
)

type FoldedProps = { isUnfolded: boolean; onUnfold: () => void; children: ReactNode }

const FoldedOnPhone = ({ isUnfolded, onUnfold, children }: FoldedProps) => (
  <>
    {!isUnfolded && (
      <div className="sm:hidden">
        <Button variant="primary" icon={Plus} isFull onPress={onUnfold}>
          Ny tidrad
        </Button>
      </div>
    )}
    <div className={isUnfolded ? '' : 'max-sm:hidden'}>{children}</div>
  </>
)

/** Unfolds and focuses the form for each copied row, which it fills in, and when it is wanted. */
function useWanted(form: ReturnType<typeof useNewTimeForm>, { copied, wantedBy }: Props) {
  const [isUnfolded, setUnfolded] = useState(wantedBy !== undefined)
  const [seen, setSeen] = useState({ copied, wantedBy })
  if (copied !== seen.copied || wantedBy !== seen.wantedBy) {
    setSeen({ copied, wantedBy })
    if (copied !== seen.copied || wantedBy) setUnfolded(true)
  }
  useEffect(() => {
    if (!copied) return
    form.reset(copiedTime(copied.entry, todayInStockholm()), { keepDefaultValues: true, keepFieldsRef: true })
    form.setFocus('workDate')
  }, [copied, form])
  useEffect(() => {
    if (wantedBy) form.setFocus('customerId')
  }, [wantedBy, form])
  return { isUnfolded, unfold: () => setUnfolded(true) }
}

/** On phones it sticks to the bottom of the screen. */
const SaveButton = ({ isPending, hasOrganization }: { isPending: boolean; hasOrganization: boolean }) => (
  <div className="max-sm:sticky low:static max-sm:bottom-[calc(3.5rem+env(safe-area-inset-bottom))] max-sm:z-1 max-sm:-mx-5 max-sm:-mb-5 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-5 max-sm:py-3 sm:col-span-2 sm:pt-6">
    <Button
      type="submit"
      variant="primary"
      icon={Save}
      isFull
      isPending={isPending}
      pendingText="Sparar..."
      {...(!hasOrganization && { disabledReason: NO_ORGANIZATION })}
    >
      Spara
    </Button>
  </div>
)

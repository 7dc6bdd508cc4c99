import { zodResolver } from '@hookform/resolvers/zod'
import { useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showFailure } from '#shared/ui/failure-toast.ts'
import { showToast } from '#shared/ui/toast.tsx'
import { CallError } from '#shared/web/call.ts'
import { NotConfirmed } from '#shared/web/confirmation-question.ts'
import { snapshotSubject, useFormRecovery } from '#shared/web/form-recovery.ts'
import { putFieldErrors } from '#shared/web/forms.ts'
import { type VaultContent, type VaultState, VaultText } from '../vault.contract.ts'
import { useVault } from './vault.api.ts'

const Values = z.object({ text: VaultText })

/**
 * Component state of an opened text and its form; it is never in a cache or storage of the browser. If nothing is stored the
 * empty text of `state` is open without a read. When the session ends, unsaved changes stay in the tab's memory until the same
 * person has signed in again.
 */
export function useOpenedText(customerId: string, state: VaultState) {
  const vault = useVault(customerId)
  const key = `vault:${customerId}`
  const [read, setRead] = useState(() => snapshotSubject(key) as VaultContent | undefined)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { text: read?.text ?? '' } })
  const { isDirty, isSubmitting } = form.formState
  const isHidden = useRef(false)
  const [conflict, setConflict] = useState<VaultContent>()
  const [failure, setFailure] = useState<unknown>()
  const [blank, setBlank] = useState(() => emptyTextOf(state))
  // An edited text keeps the version that the editing began with, so that saving it can conflict.
  if (!isDirty && blank?.version !== emptyTextOf(state)?.version) setBlank(emptyTextOf(state))
  const opened = read ?? blank
  useFormRecovery(form, { key, subject: opened, isConfidential: true })

  const reset = (content: VaultContent | undefined) => {
    form.reset({ text: content?.text ?? '' })
    setRead(content)
    setConflict(undefined)
  }
  /** Resolves to whether the text was read; the person may have declined to prove who they are. */
  const open = async (reason: string | null) => {
    try {
      reset(await vault.read(reason))
      setFailure(undefined)
      isHidden.current = false
      return true
    } catch (error) {
      if (!(error instanceof NotConfirmed)) setFailure(error)
      return false
    }
  }
  const save = async (text: string) => {
    const basis = conflict ?? opened
    if (!basis) return
    try {
      const { version, savedBy, savedAt } = await vault.save({ text, version: basis.version })
      // A save that waited for a proof may end after the text was hidden.
      reset(isHidden.current ? undefined : { text, version, savedBy, savedAt })
      showToast({ title: 'Information sparad och krypterad!', tone: 'success' })
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') setConflict(error.current as VaultContent)
      if (!putFieldErrors(form, error)) showFailure('Kunde inte spara information', error)
    }
  }
  return {
    form,
    isDirty,
    isSubmitting,
    opened,
    conflict,
    failure,
    open,
    save,
    reset,
    /** Removes the text from memory, once it has no unsaved changes. */
    close: () => {
      isHidden.current = true
      if (!isDirty) reset(undefined)
    },
    /** Shows unsaved changes again. */
    reopen: () => {
      isHidden.current = false
    },
    /** Whether saving this would replace a text with an empty one. */
    isClearing: (text: string) => text === '' && (conflict ?? opened)?.text !== '',
  }
}

const emptyTextOf = ({ isEmpty, version, savedBy, savedAt }: VaultState): VaultContent | undefined =>
  isEmpty ? { text: '', version, savedBy, savedAt } : undefined

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { showToast } from '#lib/ui/toast.tsx'
import { CallError } from '#lib/web/call.ts'
import { messageOf, putFieldErrors } from '#lib/web/forms.ts'
import { type Credentials, VaultText } from '../vault.contract.ts'
import { useVault } from './vault.api.ts'

const Values = z.object({ text: VaultText })

/** A text in the hands of the screen: opened, written on, saved and let go of. Nothing else in the browser keeps it. */
export function useOpenedText(customerId: string) {
  const vault = useVault(customerId)
  const form = useForm({ resolver: zodResolver(Values), defaultValues: { text: '' } })
  const { isDirty, isSubmitting } = form.formState
  const [opened, setOpened] = useState<Credentials>()
  const [standing, setStanding] = useState<Credentials>()
  const [failure, setFailure] = useState<unknown>()

  const take = (credentials: Credentials | undefined) => {
    form.reset({ text: credentials?.text ?? '' })
    setOpened(credentials)
    setStanding(undefined)
  }
  const open = async () => {
    try {
      take(await vault.read())
      setFailure(undefined)
    } catch (error) {
      setFailure(error)
    }
  }
  const save = async (text: string) => {
    const basis = standing ?? opened
    if (!basis) return
    try {
      const { version, savedBy, savedAt } = await vault.save({ text, version: basis.version })
      take({ text, version, savedBy, savedAt })
      showToast({ title: 'Information sparad och krypterad!', tone: 'success' })
    } catch (error) {
      if (error instanceof CallError && error.code === 'conflict') setStanding(error.current as Credentials)
      if (!putFieldErrors(form, error))
        showToast({ title: 'Kunde inte spara information', text: messageOf(error), tone: 'error' })
    }
  }
  return {
    ...{ form, isDirty, isSubmitting, opened, standing, failure, open, save, take },
    /** Lets go of a text that is saved; one that is not stays. */
    letGo: () => !isDirty && take(undefined),
    /** Whether saving this would empty what stands. */
    isClearing: (text: string) => text === '' && (standing ?? opened)?.text !== '',
  }
}

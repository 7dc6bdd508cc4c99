import type { ReactNode } from 'react'
import { Button } from '#lib/ui/button.tsx'

type Props = { isBusy: boolean; busyText: string; children: ReactNode }

/** The submit button of a page with a single form. */
export const SubmitButton = (props: Props) => <Button type="submit" variant="primary" size="lg" isFull {...props} />

import type { ReactNode } from 'react'
import { Button } from '#shared/ui/button.tsx'

type Props = { isPending: boolean; pendingText: string; children: ReactNode }

/** The submit button of a page with a single form. */
export const SubmitButton = (props: Props) => <Button type="submit" variant="primary" size="lg" isFull {...props} />

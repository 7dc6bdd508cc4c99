import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '#shared/web/call.ts'
import { invalidate } from '#shared/web/invalidate.ts'
import { showChanged } from '#shared/web/show-changed.ts'
import { type Brand, brand, type ColorsForm } from '../brand.contract.ts'
import type { PicturePlace } from '../picture.contract.ts'

export const brandQuery = queryOptions({
  queryKey: ['settings', 'brand'],
  queryFn: ({ signal }) => call(brand.get, {}, { signal }),
})

export const useChangeColors = () =>
  useBrandMutation((body: z.input<typeof ColorsForm>) => call(brand.changeColors, { body }))
export const useSetPicture = () =>
  useBrandMutation(({ place, fileId }: { place: PicturePlace; fileId: string }) =>
    call(brand.setPicture, { query: { place }, body: { fileId } }),
  )
export const useRemovePicture = () =>
  useBrandMutation((place: PicturePlace) => call(brand.removePicture, { query: { place } }))

/** Invalidates `me` too, because the menu shows the logo. */
function useBrandMutation<Variables>(mutationFn: (variables: Variables) => Promise<Brand>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (saved) => {
      await showChanged(client, brandQuery, saved)
      await invalidate(client, ['me'])
    },
  })
}

import type { Frontend } from '../assets.ts'

/** Pages without a build: a server in a test needs no dist/. */
export const aFrontend = (): (() => Promise<Frontend>) => async () => {
  const assets = { scripts: [], styles: [], preloads: [] }
  return {
    app: assets,
    site: assets,
    render: {
      sitePage: (path, { form }) => [path, form?.problem, ...Object.values(form?.errors ?? {})].join(' '),
      momentKey: () => '',
      notFoundPage: () => 'Oops! Page not found',
    },
  }
}

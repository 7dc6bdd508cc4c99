import type { Frontend } from '#app/browser/built-assets.ts'

const plain: Frontend['render'] = {
  sitePage: (path, { form }) => [path, form?.problem, ...Object.values(form?.errors ?? {})].join(' '),
  momentKey: () => '',
  notFoundPage: () => 'Oops! Page not found',
}

/** Pages without a build: a server in a test needs no dist/. They say little, unless rendered by `render`. */
export function aFrontend(render = plain): () => Promise<Frontend> {
  const assets = { scripts: [], styles: [], preloads: [] }
  const frontend = { app: assets, site: assets, render }
  return async () => frontend
}

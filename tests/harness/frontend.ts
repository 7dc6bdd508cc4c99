import type { Frontend } from '#app/browser/built-assets.ts'

const minimal: Frontend['render'] = {
  sitePage: (path, { form }) => [path, form?.problem, ...Object.values(form?.errors ?? {})].join(' '),
  servicePage: (slug) => slug,
  momentKey: () => '',
  notFoundPage: () => 'Oops! Page not found',
}

/** Minimal pages, or those of `render`, so that a server in a test needs no build. */
export function aFrontend(render = minimal): () => Frontend {
  const assets = { scripts: [], styles: [], preloads: [] }
  const frontend = { app: { ...assets, preloadsOf: () => [], build: 'a-build' }, site: assets, render }
  return () => frontend
}

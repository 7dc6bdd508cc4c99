import type { Frontend } from '#app/browser/built-assets.ts'

const minimal: Frontend['render'] = {
  sitePage: (path, { form }) => [path, form?.problem, ...Object.values(form?.errors ?? {})].join(' '),
  servicePage: (slug) => slug,
  momentKey: () => '',
  notFoundPage: () => 'Oops! Page not found',
}

/** Minimal pages without a build, or those of `render`: a server in a test needs no dist/. */
export function aFrontend(render = minimal): () => Frontend {
  const assets = { scripts: [], styles: [], preloads: [] }
  const frontend = { app: { ...assets, areas: [], build: 'a-build' }, site: assets, render }
  return () => frontend
}

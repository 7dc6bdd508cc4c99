import optimizeLocales from '@react-aria/optimize-locales-plugin'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { chunkGroups } from './src/app/browser/bundle-chunks.ts'

/** Sonner writes a <style> element at run time, which the content security policy refuses; app.css imports its sheet. */
const sonnerWithoutStyle: Plugin = {
  name: 'sonner-without-style',
  transform: {
    filter: { id: /sonner\/dist\/index\.mjs/ },
    handler: (code) => code.replace(/^__insertCSS\(".*"\);?$/m, ''),
  },
}

/** Zod tests whether it may use `eval`; Trusted Types and the CSP report the attempt although it is caught. */
const zodWithoutEval: Plugin = {
  name: 'zod-without-eval',
  transform: {
    filter: { id: /zod\/v4\/core\/core\.js/ },
    handler: (code) => `${code}\nglobalConfig.jitless = true\n`,
  },
}

/** JSON schemas are made on the server only; every schema refers to the code that makes them. */
const zodWithoutJsonSchema: Plugin = {
  name: 'zod-without-json-schema',
  transform: {
    filter: { id: /zod\/v4\/classic\/schemas\.js$/ },
    handler: (code) =>
      code
        .replaceAll(/^\s*inst\._zod\.processJSONSchema = .*$/gm, '')
        .replaceAll(/create(Standard|To)JSONSchemaMethod\(this, [^)]*\)/g, 'undefined'),
  },
}

/** React Aria clears its live region with innerHTML, which Trusted Types report. */
const announcerWithoutMarkup: Plugin = {
  name: 'announcer-without-markup',
  transform: {
    filter: { id: /live-announcer|LiveAnnouncer/ },
    handler: (code) => code.replaceAll(/\.innerHTML = (''|"")/g, ".textContent = ''"),
  },
}

export default defineConfig(({ command }) => ({
  appType: 'custom',
  publicDir: false,
  plugins: [
    react(),
    tailwindcss(),
    sonnerWithoutStyle,
    zodWithoutEval,
    zodWithoutJsonSchema,
    announcerWithoutMarkup,
    { ...optimizeLocales.vite({ locales: ['sv-SE'] }), enforce: 'pre' },
  ],
  builder: {},
  environments: {
    client: {
      build: {
        outDir: 'dist/client',
        manifest: true,
        modulePreload: { polyfill: false },
        // The sizes that matter are compared with budgets.json; the warning would be the first line of a new installation.
        chunkSizeWarningLimit: 1000,
        rolldownOptions: {
          input: ['src/app/browser/main.tsx', 'src/app/browser/early.ts', 'src/screens/site/browser.ts'],
          output: { codeSplitting: { groups: chunkGroups } },
        },
      },
    },
    ssr: {
      // Only for the build: in dev it breaks ssrLoadModule. Without the define React's development build is bundled.
      ...(command === 'build' && {
        define: { 'process.env.NODE_ENV': '"production"' },
        resolve: { noExternal: true as const },
      }),
      build: {
        outDir: 'dist/server',
        ssr: true,
        emptyOutDir: true,
        rolldownOptions: {
          input: { site: 'src/screens/site/render.tsx', 'early-page': 'src/app/browser/early-page.tsx' },
        },
      },
    },
  },
}))

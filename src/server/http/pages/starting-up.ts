import { createHash, randomUUID } from 'node:crypto'
import { Failure } from '../../domain/failure.ts'
import type { ReadyState } from '../../domain/operation/readiness.ts'
import { problemAnswer } from '../problem.ts'

const notYet: Pick<ReadyState, 'ready' | 'reasons'> = { ready: false, reasons: ['starting'] }

/** Responds while the database is opening: alive (`/healthz`), but not ready; a page reloads itself until it is. */
export function startingUp(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname === '/healthz') return new Response('ok')
  const headers = { 'retry-after': '1', 'cache-control': 'no-store' }
  if (pathname === '/readyz') return Response.json(notYet, { status: 503, headers })
  if (request.headers.get('accept')?.includes('text/html'))
    return new Response(page, {
      status: 503,
      headers: {
        ...headers,
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
        refresh: '1',
      },
    })
  const problem = problemAnswer(notReady(), randomUUID())
  return new Response(problem.body, {
    status: problem.status,
    headers: { ...headers, ...problem.headers },
  })
}

/** @throws {Failure} always: no app is there yet that a socket could be opened to */
export function noSocketYet(): never {
  throw notReady()
}

const notReady = () => new Failure('not_ready', 'Try again in a second.', { retryAfter: 1 })

/** The colour scheme keeps the window dark between two reloads as well. */
const sheet =
  ':root{color-scheme:dark}body{box-sizing:border-box;margin:0;padding:24px;display:grid;place-items:center;min-height:100dvh;background:#05070d;color:#e8f6ff;font:16px/1.5 system-ui,sans-serif;text-align:center}'

const policy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(sheet).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

const page = `<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="dark"><title>Bionic is starting</title>
<style>${sheet}</style>
<p role="status">Bionic is starting.<br>This page opens by itself.</p></html>`

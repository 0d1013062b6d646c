import { Hono } from 'hono'
import * as z from 'zod/mini'
import { startedSignInSchema } from '../../../shared/tools/mcp-servers.ts'
import { Failure } from '../../domain/failure.ts'
import type { SignInEnd, SignIns } from '../../domain/mcp/oauth/sign-ins.ts'
import type { AppEnv } from '../context.ts'
import { originFor } from '../doors/request/bearer.ts'
import { done, json, operation } from '../operation.ts'

/** Where people come back to from where they signed in. */
const CALLBACK = '/mcp-servers/callback'

export const callbackAt = (origin: string) => `${origin}/api${CALLBACK}`

/** What somebody is sent back with (RFC 6749, 4.1.2; RFC 9207); whatever else is in the address is not read. */
const backSchema = z.object({
  state: z.optional(z.string()),
  code: z.optional(z.string()),
  iss: z.optional(z.string()),
  error: z.optional(z.string()),
})

/** A person's sign-in at a server of the Model Context Protocol, which it may want before its tools do anything. */
export function signInRoutes(signIns: SignIns, publicOrigin: string | undefined) {
  const signedOut = () => new Failure('not_signed_in', 'Sign in with a wallet first.')
  return new Hono<AppEnv>()
    .get(
      CALLBACK,
      operation({
        tag: 'tools',
        summary: 'Where a person comes back to from the sign-in of a server; it leads on to the settings',
        query: backSchema,
        answers: { 303: done('To the settings, which say how it ended.') },
      }),
      async (c) => {
        const { state, code, iss: issuer, error } = c.req.valid('query')
        const session = await c.get('readSession')()
        const end = await signIns.finish({
          session: session && { id: session.id, wallet: session.user.address },
          ...{ state, code, issuer, error },
        })
        return c.redirect(settingsAfter(end), 303)
      },
    )
    .post(
      '/mcp-servers/:id/sign-in',
      operation({
        act: 'making',
        tag: 'tools',
        signedIn: true,
        summary: 'Begin to sign in at a server: the address to open, whose host a page shows before',
        answers: { 200: json('Where the person signs in, within ten minutes.', startedSignInSchema) },
        errors: ['not_found', 'server_failed'],
      }),
      async (c) => {
        const session = await c.get('readSession')()
        if (!session) throw signedOut()
        const origin = originFor(c, publicOrigin)
        const url = await signIns.begin(
          { wallet: c.var.wallet, session: session.id, server: c.req.param('id') },
          { origin, redirect: callbackAt(origin) },
        )
        return c.json({ url: url.href, host: url.host }, 200)
      },
    )
    .delete(
      '/mcp-servers/:id/sign-in',
      operation({
        tag: 'tools',
        signedIn: true,
        summary:
          'Sign out at a server: its tokens are revoked, and forgotten here with all that they allowed',
        answers: { 204: done('Nothing is left of it.') },
        errors: ['not_found'],
      }),
      async (c) => {
        await signIns.end(c.var.wallet, c.req.param('id'))
        return c.body(null, 204)
      },
    )
}

function settingsAfter(end: SignInEnd): string {
  const query = new URLSearchParams({ signIn: end.kind, ...('host' in end && { host: end.host }) })
  return `/settings?${query}`
}

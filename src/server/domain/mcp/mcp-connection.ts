import type { AuthProvider, OAuthClientProvider } from '@modelcontextprotocol/client'

/** Where a server is, and as whom it is asked. */
interface McpTarget {
  address: string
  /** Sent with every request, as a token of the operator's. */
  headers?: Readonly<Record<string, string>> | undefined
  /**
   * Of the person: the token before each request, and what is done about a 401, after which the request is sent once
   * more. What it throws then means that the person has to sign in.
   */
  credentials?: AuthProvider | OAuthClientProvider | undefined
}

/** A tool object as the server sent it, unchecked but for its name. */
export type RawTool = Readonly<Record<string, unknown> & { name: string }>

export interface ListedTools {
  tools: RawTool[]
  /** There were more than may be listed. */
  isCut: boolean
}

export interface McpCall {
  tool: RawTool
  arguments: Record<string, unknown>
}

export interface McpResponse {
  action: 'accept' | 'decline' | 'cancel'
  content?: Record<string, unknown> | undefined
}

/** @property responses by the keys of the requests that they answer */
export interface McpContinuation extends McpCall {
  responses: Record<string, McpResponse>
  state?: string | undefined
}

export type McpAnswer =
  | {
      kind: 'result'
      content: readonly Record<string, unknown>[]
      structured: unknown
      isError: boolean
      /** What the server asked while the call was open, which only the older protocol does: nobody could answer it. */
      unanswered: readonly string[]
    }
  /** It goes on with answers to all of these; unchecked. */
  | { kind: 'input'; requests: Readonly<Record<string, unknown>>; state: string | undefined }

/**
 * A server of the Model Context Protocol, for one person, while a list or a call needs it. All that is known of the
 * client's package is behind this.
 * @throws {McpFault} all of them, and the signal's reason
 */
export interface McpConnection {
  /** Which of the two protocols it speaks: `modern` since 2026-07-28. */
  readonly era: 'modern' | 'legacy'
  list(signal: AbortSignal): Promise<ListedTools>
  call(wanted: McpCall, signal: AbortSignal): Promise<McpAnswer>
  /** The same call again with what was asked for, as a new request. */
  continue(wanted: McpContinuation, signal: AbortSignal): Promise<McpAnswer>
  close(): Promise<void>
}

export type ConnectMcp = (to: McpTarget, signal: AbortSignal) => Promise<McpConnection>

/**
 * The orders of a list of agents: by creation time, by the number of people with wallets who talk with them at present,
 * or by the same number over a longer time. Agents nobody has talked with come last in both of the latter, newest first
 * (record 0048).
 */
export const agentOrders = ['newest', 'rising', 'talked'] as const
export type AgentOrder = (typeof agentOrders)[number]

export const agentOrderNames: Record<AgentOrder, string> = {
  newest: 'Newest',
  rising: 'Rising',
  talked: 'Most talked with',
}

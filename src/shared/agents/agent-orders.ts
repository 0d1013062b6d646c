/**
 * By creation, by the people with wallets who talk with them at present, or over a longer time (record 0048). Agents
 * nobody talked with come last in the latter two.
 */
export const agentOrders = ['newest', 'rising', 'talked'] as const
export type AgentOrder = (typeof agentOrders)[number]

export const agentOrderNames: Record<AgentOrder, string> = {
  newest: 'Newest',
  rising: 'Rising',
  talked: 'Most talked with',
}

import { interactionPolicy } from 'oidc-provider'

/**
 * The usual prompts without consent, and `prompt=create` (Initiating User Registration via OpenID Connect),
 * which asks for an account even of somebody who is signed in.
 */
export function interactionPolicyWithSignUp() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)
  return policy
}

import { interactionPolicy } from 'oidc-provider'

/**
 * Returns the default prompts without consent, plus `prompt=create`, which shows the sign-up form even to a signed-in
 * user. It is defined by "Initiating User Registration via OpenID Connect".
 */
export function interactionPolicyWithSignUp() {
  const policy = interactionPolicy.base()
  policy.remove('consent')
  policy.add(new interactionPolicy.Prompt({ name: 'create', requestable: true }), 0)
  return policy
}

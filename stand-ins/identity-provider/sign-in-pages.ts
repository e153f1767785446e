import { type Html, html } from '../serving/html.ts'
import type { Page } from '../serving/page.ts'
import { type Account, type AccountProvider, identityStandIn, providerNames } from './account.ts'
import { seededPassword, seededPeople } from './seeded-people.ts'

/** The submitted values, which the form shows again after an error. Passwords are not among them. */
interface SignUpValues {
  email: string
  givenName: string
  familyName: string
  nickname: string
}

function alert(problem: string | undefined): Html | undefined {
  return problem === undefined ? undefined : html`<p class="alert" role="alert">${problem}</p>`
}

function field(name: string, label: string, type: string, autocomplete: string, value = ''): Html {
  const isRequired = name === 'email' || name === 'password'
  return html`<label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}" value="${value}"${isRequired && html` required`}>`
}

function socialLinks(base: string): Html {
  return html`<p class="stack">
<a class="button quiet" href="${base}/social/github">Continue with GitHub</a>
<a class="button quiet" href="${base}/social/google-oauth2">Continue with Google</a></p>`
}

/** @param base the path of the sign-in in progress, with which every link starts */
export function signInPage(base: string, email = '', problem?: string): Page {
  const people = seededPeople.map(
    (
      person,
    ) => html`<button class="quiet" name="subject" value="${person.subject}"><strong>${person.part}</strong>
<span class="soft">${person.email}</span></button>`,
  )
  const body = html`<div class="card">
<h1>Welcome</h1>
<p class="soft">Use your account to continue to the portal.</p>
${alert(problem)}
<form method="post" action="${base}/sign-in">
${field('email', 'Email', 'email', 'username', email)}
${field('password', 'Password', 'password', 'current-password')}
<button class="full">Sign in</button>
</form>
<p>No account yet? <a href="${base}/sign-up">Create account</a></p>
${socialLinks(base)}
</div>
<div class="card">
<h2>People to try it as</h2>
<p class="soft">One click is enough. The password of each is “${seededPassword}”.</p>
<form class="stack" method="post" action="${base}/as">${people}</form>
</div>`
  return { title: 'Sign in', standIn: identityStandIn, body }
}

export function signUpPage(base: string, values?: SignUpValues, problem?: string): Page {
  const body = html`<div class="card">
<h1>Create your account</h1>
<p class="soft">A mail with a link will ask you to confirm the address. The names are optional.</p>
${alert(problem)}
<form method="post" action="${base}/sign-up">
${field('email', 'Email', 'email', 'username', values?.email)}
${field('password', 'Password', 'password', 'new-password')}
${field('givenName', 'First name', 'text', 'given-name', values?.givenName)}
${field('familyName', 'Last name', 'text', 'family-name', values?.familyName)}
${field('nickname', 'Nickname', 'text', 'nickname', values?.nickname)}
<button class="full">Create account</button>
</form>
<p>Already have an account? <a href="${base}/sign-in">Sign in</a></p>
${socialLinks(base)}
</div>`
  return { title: 'Create account', standIn: identityStandIn, body }
}

export function socialPage(
  base: string,
  provider: AccountProvider,
  known: Account[],
  problem?: string,
): Page {
  const name = providerNames[provider]
  const title = `Continue with ${name}`
  const body = html`<div class="card">
<h1>${title}</h1>
<p class="soft">Which ${name} account shall it be? Any address will do; a new one becomes an account with a verified email.</p>
${alert(problem)}
<form method="post" action="${base}/social/${provider}">
${field('email', 'Email', 'email', 'username')}
<button class="full">Continue</button>
</form>
${
  known.length > 0 &&
  html`<h2>Used before</h2><form class="stack" method="post" action="${base}/as">${known.map(
    (account) =>
      html`<button class="quiet" name="subject" value="${account.subject}">${account.email}</button>`,
  )}</form>`
}
<p><a href="${base}/sign-in">Another way to sign in</a></p>
</div>`
  return { title, standIn: identityStandIn, body }
}

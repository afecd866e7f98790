/** Requests to the server. A refusal has a code; the page has words for each code. */

export class Refused extends Error {
  readonly code: string;

  constructor(code: string, reason: string) {
    super(reason);
    this.code = code;
  }
}

/** Told of a token that the server does not know any more. */
export const unknown = { token: (_: string) => {} };

export async function call<T>(
  method: string,
  path: string,
  body?: unknown,
  token?: string,
  more: Record<string, string> = {},
  signal?: AbortSignal,
): Promise<T> {
  const headers: Record<string, string> = { ...more };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer: Response;
  try {
    answer = await fetch(path, {
      method,
      headers,
      ...(signal ? { signal } : {}),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Refused("offline", "the server cannot be reached");
  }
  const data = await answer.json().catch(() => ({}));
  if (data.code === "not_signed_in" && token) unknown.token(token);
  if (!answer.ok) throw new Refused(data.code ?? "failed", data.reason ?? answer.statusText);
  return data as T;
}

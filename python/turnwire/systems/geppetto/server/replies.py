"""The replies of the server, with the texts of the original server where it has one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Sequence

    from turnwire.systems.geppetto.server.asking import Answer

Json = dict[str, Any]

UNSUPPORTED: Final = "400"
"""The code of an error: a request of a type that the path does not serve."""
NOT_FOUND: Final = "404"
"""The code of an error: there is no such document."""
FAILED: Final = "99"
"""The code of an error: the model failed."""
_WRONG_LIST: Final = "01"
_UPLOAD: Final = "FileUploadError"
_INGEST: Final = "ErrorProcessingRequest"


def answered(kind: str, message: str, answer: Answer) -> Json:
    """The reply to a query; its counts of tokens are counts of words, as those of the original server.

    Raises ValueError for an answer that is not Unicode.
    """
    "".join((answer.content, *answer.citations)).encode()
    return _conversation(kind, answer.content, answer.citations, (_words(message), _words(answer.content)))


def chosen(kind: str, path: str) -> Json:
    """The reply to the choice of a document."""
    return _conversation(kind, f"Current Chat File:{path}", [""], (0, 0))


def failed(code: str, message: str) -> Json:
    """The reply to a query or a choice that failed: "error: Optional details about any error that occurred"."""
    reply = _conversation("ERROR", f"An error occurred: {message}", ["ERROR"], (0, 0))
    return reply | {"error": {"code": code, "message": message}}


def _conversation(kind: str, content: str, citations: Sequence[str], counts: tuple[int, int]) -> Json:
    return {
        "requestType": kind,
        "content": content,
        "citations": list(citations),
        "inputTokenCount": counts[0],
        "outputTokenCount": counts[1],
        "error": None,
    }


def _words(text: str) -> int:
    return len(text.split())


def listed(listing: str) -> Json:
    """The reply with the list, which is JSON in a text."""
    return {"responseType": "OK", "responseMsg": listing, "error": None}


def not_listed(message: str) -> Json:
    """The reply to a request for the list that failed."""
    error = {"code": _WRONG_LIST, "message": message}
    return {"responseType": "Error", "responseMsg": f"An error occurred: {message}", "error": error}


def uploaded(drawer: str, places: Sequence[str]) -> Json:
    """The reply to an upload."""
    message = f"Successfully uploaded {len(places)} files to '{drawer}'."
    return {"message": message, "error": None, "listfiles": list(places)}


def not_uploaded(message: str) -> Json:
    """The reply to an upload that failed; no file of it was stored."""
    return {"message": "Failed to upload files.", "error": {"code": _UPLOAD, "message": message}, "listfiles": []}


def ingested(request: str) -> Json:
    """The reply to a page or a file that was taken in."""
    return {"request": request, "status": "success", "error": None}


def not_ingested(request: str, message: str) -> Json:
    """The reply to a page or a file that was not."""
    return {"request": request, "status": "failure", "error": {"code": _INGEST, "message": message}}
